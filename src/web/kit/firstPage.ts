/** The cursor of the first page of a list that is loaded page by page. */
export const FIRST_PAGE: string | null = null
