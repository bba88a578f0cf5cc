/** The one of `all` that a control of the page answered; undefined where it is none of them. */
export const oneOf = <Value extends string>(all: readonly Value[], answer: string | null): Value | undefined =>
  all.find((one) => one === answer)
