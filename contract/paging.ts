/** The params of a paged list: how many rows a page has. */
export interface ByPaging {
  paging: number
}

/** In what order a list comes: by a field, or by it from behind. Without it in the list's own. */
export interface Sorted<Name extends string> {
  sort?: Name | `-${Name}`
}

/** Where a page begins: opaque, from the previous page's `_links.next`. */
export interface FromCursor {
  cursor?: string
}
