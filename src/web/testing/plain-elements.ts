import * as React from 'react'

/**
 * In development React notes for each element where it was made, with a stack, up to ten thousand times a second: a fifth of
 * the processor time of tests. It does so no more once this count is reached. Throws when React keeps none.
 */
export function makePlainElements(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  const count = 'recentlyCreatedOwnerStacks'
  if (!(internals instanceof Object) || !(count in internals)) throw new Error('React counts stacks of owners no more.')
  Object.defineProperty(internals, count, { configurable: true, get: () => Infinity, set: () => {} })
}
