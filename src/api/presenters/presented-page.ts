import type { Page } from '#contract'

/** One page of resources, made from the items that a verb returned from `offset` on. */
export const presentedPage = <T, R>(
  found: { readonly items: readonly T[]; readonly total: number },
  offset: number,
  present: (item: T) => R,
): Page<R> => ({ items: found.items.map(present), offset, total: found.total })
