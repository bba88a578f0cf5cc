export interface DemoOptions {
  /** Where people find the service. */
  baseUrl: string
  /** Where this process finds it. */
  localUrl: string
  adminKey: string
  /** For keys and received callbacks. */
  folder: string
  /** Wanted for the customer's server; 0 = a free one. */
  port: number
}
