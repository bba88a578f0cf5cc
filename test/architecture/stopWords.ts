/** Words of an archaic or literal-translation style, which code, documents and texts avoid. */
export const STOP_WORDS = [
  'nobody',
  'somebody',
  'whoever',
  'is told',
  'are told',
  'judge',
  'put right',
  'of its own',
  'begun',
  'upon',
  'anew',
  'lies in',
  'lie in',
  'for ever',
  'in hand',
  'hand-in',
]
