import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

/**
 * A part of a page that is loaded behind it. While the service cannot be reached it stays empty, because a page without it
 * is better than none.
 */
export const lazyOptional = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load().catch(() => Nothing) }))

const Nothing = (): null => null
