/** The folder of what each of several annotators submitted: it shows how a result came about, and is no result itself. */
export const CANDIDATE_FOLDER = 'candidates/'
