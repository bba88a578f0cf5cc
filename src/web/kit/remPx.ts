/** Lengths in rem grow with the letters of the page, which are larger on large screens. */
export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
