import { describe, expect, it } from 'vitest'
import { installableRuntimeIds, runtimeIds } from '#contract'
import { resolveRuntime } from './resolve-runtime.ts'

describe('the runtime that executes a script', () => {
  it('is the selected one when that can be installed, without a warning', () => {
    for (const id of installableRuntimeIds) expect(resolveRuntime(id)).toEqual({ used: id, warning: null })
  })

  it('is the latest when none is selected', () => {
    expect(resolveRuntime(null)).toEqual({ used: '2026.04', warning: null })
  })

  it('is the nearest one for an older id, with a warning that names both and the versions', () => {
    const older = runtimeIds.filter((id) => id < '2025.04')
    expect(older).toHaveLength(5)
    for (const id of older) {
      const { used, warning } = resolveRuntime(id)
      expect(used).toBe('2025.04')
      expect(warning).toMatch(new RegExp(`${id}.*2025\\.04.*Node\\.js 22\\.\\d+.*Playwright 1\\.51\\.1`))
    }
  })
})
