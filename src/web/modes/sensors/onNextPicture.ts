/** Draws once per screen refresh however often something changes. The returned function stops it. */
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
