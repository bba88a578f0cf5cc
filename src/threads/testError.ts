/** An error of a custom class, as jobs throw them. */
export class TestError extends Error {
  override readonly name = 'TestError'
  readonly type = 'TEST'
}
