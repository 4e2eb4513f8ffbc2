import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Assertions } from '../result/assertions.tsx'
import { RunLog } from '../result/run-log.tsx'
import { Timing } from '../result/timing.tsx'
import { valueAt, withValue } from './body.ts'
import type { Body } from './body.ts'
import { suggestAssertions } from './suggest-assertions.ts'

const words = texts.editor
type DryRun = Answer<'startDryRun'>
const states: Readonly<Record<string, State>> = { PASSED: 'PASSING', DEGRADED: 'DEGRADED', FAILED: 'FAILING' }
const waitSeconds = 20

interface TryItProps {
  readonly type: string
  readonly body: Body
  readonly onChange: (body: Body) => void
}

/** Runs what is in the form once, without saving it. */
export function TryIt({ type, body, onChange }: TryItProps) {
  const [run, setRun] = useState<DryRun | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const current = useRef<AbortController | null>(null)
  if (type === 'HEARTBEAT') return null
  const start = async (): Promise<void> => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setBusy(true)
    setError(null)
    setRun(null)
    try {
      const name = valueAt(body, 'name') || words.newTitle
      const check = { checkType: type, ...body, name }
      let made: DryRun = await callWith(
        'startDryRun',
        { query: { maxWaitSeconds: waitSeconds }, body: { check } as never },
        { signal },
      )
      while (made.status === 'RUNNING')
        made = await callWith(
          'getDryRun',
          { params: { dryRunId: made.id }, query: { maxWaitSeconds: waitSeconds } },
          { signal },
        )
      setRun(made)
    } catch (thrown) {
      if (!signal.aborted) setError(thrown)
    }
    setBusy(false)
  }
  return (
    <>
      <div className="pane-h">
        <h2>{words.tryIt}</h2>
        <div className="end">
          <Button isBusy={isBusy} onClick={() => void start()}>
            <Play className="ic s" aria-hidden="true" />
            {words.tryIt}
          </Button>
        </div>
      </div>
      <div className="padx" role="status">
        {isBusy && <p className="mute">{words.trying}</p>}
        <ErrorNote error={error} />
      </div>
      {run?.result && <Outcome run={run} body={body} onChange={onChange} />}
    </>
  )
}

function Outcome({ run, body, onChange }: { readonly run: DryRun } & Pick<TryItProps, 'body' | 'onChange'>) {
  const result = run.result
  if (result === null) return null
  const detail: Readonly<Record<string, unknown>> = detailIn(result)
  const response = Object(detail['response']) as object
  const suggest = (): void => {
    const found = valueAt(body, 'request.assertions')
    const kept = Array.isArray(found) ? (found as readonly unknown[]) : []
    onChange(withValue(body, 'request.assertions', [...kept, ...suggestAssertions(response, result.responseTime)]))
  }
  return (
    <>
      <div className="padx">
        <p className="st">
          <Glyph state={states[run.status] ?? 'UNKNOWN'} />
          {words.tried[run.status]}{' '}
          <span className="mute">{words.triedIn(run.runLocation, formatMs(result.responseTime))}</span>
        </p>
        {result.error && <p className="mt4">{result.error}</p>}
        {'status' in response && (
          <Button size="small" className="mt8" onClick={suggest}>
            {words.suggest}
          </Button>
        )}
      </div>
      <Assertions detail={detail} />
      <Timing detail={detail} lastGood={null} />
      <RunLog detail={detail} />
    </>
  )
}

function detailIn(result: object): Readonly<Record<string, unknown>> {
  const found = Object.entries(result).find(([name, value]) => name.endsWith('Result') && value !== null)
  return { ...Object(found?.[1]) }
}
