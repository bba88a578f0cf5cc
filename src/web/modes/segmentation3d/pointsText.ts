export const pointsText = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'point' : 'points'}`
