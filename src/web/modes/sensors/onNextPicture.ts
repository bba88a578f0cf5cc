/** Draws once before the next picture however often something changes. The answer ends it. */
export function onNextPicture(subscribe: (listener: () => void) => () => void, draw: () => void): () => void {
  let request = 0
  const leave = subscribe(() => {
    request ||= requestAnimationFrame(() => {
      request = 0
      draw()
    })
  })
  return () => {
    leave()
    cancelAnimationFrame(request)
  }
}
