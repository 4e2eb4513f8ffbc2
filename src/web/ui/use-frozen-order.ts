import { useState } from 'react'
import type { RefObject } from 'react'

/**
 * Items in the order in which they are shown: while the pointer or the keyboard is on the list no item moves, and none
 * comes or goes. What would is counted, until it is applied. Items that stay are always the latest.
 */
export function useFrozenOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  body: RefObject<HTMLElement | null>,
): { readonly shown: readonly T[]; readonly waiting: number; readonly apply: () => void } {
  const [order, setOrder] = useState<readonly string[]>(() => items.map(keyOf))
  const keys = items.map(keyOf)
  const isTouched = body.current?.matches(':hover, :focus-within') === true
  const waiting = keys.filter((key, index) => key !== order[index]).length + Math.max(0, order.length - keys.length)
  const apply = (): void => setOrder(keys)
  if (waiting > 0 && !isTouched) {
    apply()
    return { shown: items, waiting: 0, apply }
  }
  if (waiting === 0) return { shown: items, waiting, apply }
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return { shown: order.flatMap((key) => byKey.get(key) ?? []), waiting, apply }
}
