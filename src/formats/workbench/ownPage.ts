/**
 * The header that writes of the pages have to carry, which no foreign page can send. Their calls (paths below `/api`,
 * see src/contract) are private to the two halves of one program; a session's cookie opens them.
 */
export const OWN_PAGE_HEADER = 'x-fiducial'
