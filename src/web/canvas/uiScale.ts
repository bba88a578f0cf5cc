const USUAL_LETTER_PX = 16

/** How much larger than usual the page's letters are: what canvases draw in letters and handles grows with them. */
export const uiScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_LETTER_PX
