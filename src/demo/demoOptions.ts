export interface DemoOptions {
  /** The address of the service for people. */
  baseUrl: string
  /** The address of the service for this process. */
  localUrl: string
  adminKey: string
  /** Holds keys and received callbacks. */
  folder: string
  /** Wanted for the customer's server; 0 = a free one. */
  port: number
}
