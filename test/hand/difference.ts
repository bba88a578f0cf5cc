/** The page did something else than was meant, and said nothing. */
export class Difference extends Error {}
