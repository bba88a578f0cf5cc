/** The member of `all` that a control returned; undefined for any other value. */
export const oneOf = <Value extends string>(all: readonly Value[], answer: string | null): Value | undefined =>
  all.find((one) => one === answer)
