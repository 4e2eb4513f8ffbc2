import { useQuery } from '@tanstack/react-query'
import { ownUrl } from '../script/own-url.ts'
import type { Asset } from '../api.ts'
import { suiteTests } from './suite-tests.ts'
import type { SuiteTest } from './suite-tests.ts'

const mostBytes = 24_000_000

/** Why a report is not shown. */
export type SuiteProblem = 'reportTooLarge' | 'reportUnreadable'
type Suite = { readonly tests: readonly SuiteTest[] } | { readonly problem: SuiteProblem }

/** The tests in the report among the files of a run; null while it is read, and without one. */
export function useSuite(assets: readonly Asset[]): Suite | null {
  const url = assets.find(({ type, contentType }) => type === 'report' && contentType === 'application/json')?.url
  const { data = null } = useQuery({
    queryKey: ['suite', url],
    queryFn: () => readSuite(ownUrl(url ?? '')),
    enabled: url !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

async function readSuite(url: string): Promise<Suite> {
  try {
    const response = await fetch(url)
    if (!response.ok) return { problem: 'reportUnreadable' }
    if (Number(response.headers.get('content-length')) > mostBytes) {
      await response.body?.cancel()
      return { problem: 'reportTooLarge' }
    }
    return { tests: suiteTests(await response.json()) }
  } catch {
    return { problem: 'reportUnreadable' }
  }
}
