/** The beginning of a text; a pair of surrogates is not cut, which strict readers of JSON would refuse. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
