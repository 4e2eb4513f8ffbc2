import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback } from 'react'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/facts.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Moment } from '../../ui/time.tsx'
import { useResultNeighbours } from './api.ts'
import type { ResultNeighbours } from './api.ts'
import { RunsAround } from './runs-around.tsx'
import { useResult } from '../../results/api.ts'
import type { Result } from '../../results/api.ts'

const words = lateTexts.result

/** The results before and after a result; only failing ones when the address says so. */
export function useNeighbours(result: Result): ResultNeighbours | undefined {
  const { checkId } = result
  const [{ failing }] = useSearchState()
  const { data, refetch } = useResultNeighbours(result, failing === 'true')
  const isLast = data?.next === null
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      if (isLast && changes.some((change) => change.id === checkId)) void refetch()
    },
    [checkId, isLast, refetch],
  )
  useCheckChanges(onChanges)
  return data
}

/** The last run before a result that passed, whole. */
export function useLastPassing({ checkId }: Result, neighbours: ResultNeighbours | undefined): Result | null {
  return useResult(checkId, neighbours?.lastPassing?.id).data ?? null
}

/** Since when it fails, with a link to the first failure after the last run that passed. */
export function Broke({
  result: { id, checkId, hasFailures },
  neighbours,
}: {
  readonly result: Result
  readonly neighbours: ResultNeighbours | undefined
}) {
  const first = neighbours?.firstFailing
  if (!hasFailures || !first) return null
  return (
    <Fact
      name={words.broke}
      value={
        first.id === id ? (
          words.withThisRun
        ) : (
          <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: first.id }}>
            <Moment at={first.startedAt ?? first.created_at} />
          </Link>
        )
      }
    />
  )
}

/** Links and keys to the results before and after this one, of all or of those that failed. */
export function NeighbourLinks({
  result,
  neighbours,
}: {
  readonly result: Result
  readonly neighbours: ResultNeighbours | undefined
}) {
  const { checkId } = result
  const [{ failing }, change] = useSearchState()
  const [next, previous] = [neighbours?.next?.id, neighbours?.previous?.id]
  useNeighbourKeys(checkId, { j: next, k: previous })
  return (
    <>
      <Segmented
        isSmall
        label={words.neighbours}
        value={failing === 'true' ? 'true' : ''}
        options={[
          { value: '', label: words.all },
          { value: 'true', label: words.onlyFailing },
        ]}
        onChange={(value) => change({ failing: value })}
      />
      <NeighbourLink
        checkId={checkId}
        resultId={previous}
        label={words.previous}
        icon={<ChevronLeft className="ic" aria-hidden="true" />}
      />
      <RunsAround result={result} neighbours={neighbours} />
      <NeighbourLink
        checkId={checkId}
        resultId={next}
        label={words.next}
        icon={<ChevronRight className="ic" aria-hidden="true" />}
      />
    </>
  )
}

/** Newer and older results by key, as rows of lists. */
function useNeighbourKeys(checkId: string, { j, k }: Readonly<Record<'j' | 'k', string | undefined>>): void {
  const navigate = useNavigate()
  const open = (resultId: string | undefined): (() => void) | undefined =>
    resultId === undefined
      ? undefined
      : () =>
          void navigate({
            to: '/checks/$id/results/$resultId',
            params: { id: checkId, resultId },
            search: (current: Search) => current,
          })
  useScreenKeys({ j: open(j), k: open(k) })
}

const NeighbourLink = ({
  checkId,
  resultId,
  label,
  icon,
}: {
  readonly checkId: string
  readonly resultId: string | undefined
  readonly label: string
  readonly icon: React.ReactNode
}) =>
  resultId === undefined ? null : (
    <Button isIcon asChild aria-label={label} title={label}>
      <Link to="/checks/$id/results/$resultId" params={{ id: checkId, resultId }} search={(current: Search) => current}>
        {icon}
      </Link>
    </Button>
  )
