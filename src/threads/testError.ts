/** An error of a class of its own, as jobs throw them. */
export class TestError extends Error {
  override readonly name = 'TestError'
  readonly type = 'TEST'
}
