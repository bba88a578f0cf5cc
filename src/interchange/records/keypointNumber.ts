/** Key points are numbers here; where a data set names them by words, their places count. */
export const keypointNumber = (name: string | undefined, index: number): number =>
  name !== undefined && /^\d{1,9}$/.test(name) ? Number(name) : index + 1
