// What browsers and Node share beyond ECMAScript, and nothing more: the pure folders are compiled against this alone.
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string
}
declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly username: string
  readonly password: string
}
declare function structuredClone<T>(value: T): T
declare const crypto: { randomUUID(): `${string}-${string}-${string}-${string}-${string}` }
declare function atob(base64: string): string
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object) => { readonly exports: object }
}
