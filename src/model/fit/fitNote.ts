/** Why there is no box, or what a box is based on besides points. The user interface words it. */
export interface FitNote {
  code: FitNoteCode
  /** Points, where the note is about how many there are. */
  count?: number
}

export type FitNoteCode =
  | 'SHORT_GESTURE'
  | 'NO_OBJECT'
  | 'NO_POINTS_HERE'
  | 'FEW_POINTS'
  | 'NO_POINTS_NEAR'
  | 'FEW_POINTS_NEAR'
  | 'NO_POINTS_IN_BOX'
  | 'FEW_POINTS_IN_BOX'
  | 'FEW_FOR_HEADING'
  | 'NOT_MOVING'
  | 'AS_DRAWN'
  | 'CLASS_SIZE'
  | 'HEADING_UNKNOWN'
  | 'HEADING_KNOWN'
  | 'HEADING_BY_MOTION'
  | 'FRONT_GUESSED'
  | 'LENGTH_COMPLETED'
  | 'WIDTH_COMPLETED'
  | 'HEIGHT_COMPLETED'

const TEXTS: Readonly<Record<FitNoteCode, (count: number) => string>> = {
  SHORT_GESTURE: () => 'the gesture is too short to show an object',
  NO_OBJECT: () => 'no points of an object here',
  NO_POINTS_HERE: () => 'no points here, not even of the ground',
  FEW_POINTS: (count) => `only ${count} points here`,
  NO_POINTS_NEAR: () => 'no points in or near the box',
  FEW_POINTS_NEAR: (count) => `only ${count} points in or near the box`,
  NO_POINTS_IN_BOX: () => 'no points in the box',
  FEW_POINTS_IN_BOX: (count) => `only ${count} points in the box`,
  FEW_FOR_HEADING: (count) => `${count} points are too few for a heading`,
  NOT_MOVING: () => 'the object does not move',
  AS_DRAWN: (count) => `only ${count} points: as drawn, with the size of the class`,
  CLASS_SIZE: () => 'too few points to fit: class size, standing on the ground',
  HEADING_UNKNOWN: () => 'heading unknown: too few points',
  HEADING_KNOWN: () => 'heading kept: too few points',
  HEADING_BY_MOTION: () => 'heading from motion only: too few points',
  FRONT_GUESSED: () => 'the front is a guess: nothing moves and no drag shows it',
  LENGTH_COMPLETED: () => 'length completed: the far end is not visible',
  WIDTH_COMPLETED: () => 'width completed: the far side is not visible',
  HEIGHT_COMPLETED: () => 'height completed: the top is not visible',
}

/** In English, for the command line and logs. */
export const fitNoteText = ({ code, count = 0 }: FitNote): string => TEXTS[code](count)
