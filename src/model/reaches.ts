/** Rounding of means that are equal on paper: ten times 0.8 is 7.999999999999999. */
const ROUNDING = 1e-9

/** Whether a score, or a mean of scores, is at least as high as asked for. */
export const reaches = (score: number, wanted: number): boolean => score >= wanted - ROUNDING
