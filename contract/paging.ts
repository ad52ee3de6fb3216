/** The params of a paged list: how many rows a page has. */
export interface ByPaging {
  paging: number
}

/** Where a page begins: opaque, from the previous page's `_links.next`. */
export interface FromCursor {
  cursor?: string
}
