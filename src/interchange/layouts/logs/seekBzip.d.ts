declare module 'seek-bzip' {
  interface Input {
    readByte(): number
    read(into: Uint8Array, offset: number, length: number): number
  }

  /** @throws Error where the input is not bzip2, or its checksums differ. */
  export function decode(input: Input, output: { writeByte(byte: number): void }): void
}
