import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The width of an element in pixels, as it changes; 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = (): void => setWidth(Math.floor(current.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
