import { Play } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { isCommand } from '../../ui/command-key.ts'
import { formatMs } from '../../ui/format.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Assertions } from '../../results/assertions.tsx'
import { RunLog } from '../../results/run-log.tsx'
import { Timing } from '../../results/timing.tsx'
import { hasStatus, withoutTls } from '../../results/without-tls.ts'
import { toggled } from './answer-values.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { listAt, textAt, withValue } from '../../ui/form/body.ts'
import type { EditProps } from '../../ui/form/edit-props.ts'
import { formOf, sectionsOf } from '../../check-forms/sections.ts'
import { besides, suggestAssertions } from './suggest-assertions.ts'
import { usePlaces } from '../../places/use-places.ts'
import { locationsOf, TryLocation } from './try-location.tsx'
import { useDryRun } from './use-dry-run.ts'
import type { DryRun } from './api.ts'
import { reasonText } from '../../strings/reason-text.ts'

const Answer = lazyOptional(async () => (await import('./answer.tsx')).Answer)
const LiveRun = lazyOptional(async () => (await import('../../results/live/live-run.tsx')).LiveRun)
const TriedScript = lazyOptional(async () => (await import('./tried-script.tsx')).TriedScript)
const words = lateTexts.editor
const states: Readonly<Record<string, State>> = { PASSED: 'PASSING', DEGRADED: 'DEGRADED', FAILED: 'FAILING' }

interface TryItProps extends Pick<EditProps<CheckDraft>, 'body' | 'onChange'> {
  readonly type: string
}

/** Runs what is in the form once, without saving it. */
export function TryIt({ type, body, onChange }: TryItProps) {
  const { run, events, error, isBusy, start } = useDryRun(type)
  const [chosen, choose] = useState<string>()
  const runLocation = locationsOf(body).find((one) => one === chosen)
  const canRun = sectionsOf(type).includes('schedule')
  const tryNow = (): void => {
    start({ ...body, name: body.name || words.newTitle }, { hasScript: hasScript(type), runLocation })
  }
  const latest = useRef(tryNow)
  latest.current = tryNow
  useEffect(() => {
    if (!canRun) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (!isCommand(event) || event.key !== 'Enter') return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [canRun])
  if (!canRun) return null
  return (
    <>
      <div className="pane-h">
        <h2>{words.tryIt}</h2>
        <span className="mute small">{words.tryItText}</span>
        <div className="end row">
          <TryLocation body={body} value={runLocation} onChange={choose} />
          <Button isBusy={isBusy} onClick={tryNow}>
            <Play className="ic s" aria-hidden="true" />
            {run === null ? words.tryIt : words.runAgain}
          </Button>
        </div>
      </div>
      <div className="padx" role="status">
        {isBusy && <p className="mute">{words.trying}</p>}
        <ErrorNote error={error} />
      </div>
      {isBusy && events.length > 0 && (
        <Suspense fallback={null}>
          <LiveRun events={events} />
        </Suspense>
      )}
      {run?.result && <Outcome run={run} type={type} body={body} onChange={onChange} />}
    </>
  )
}

const hasScript = (type: string): boolean => formOf(type).fields.some(({ path }) => path === 'script')

function Outcome({ run, type, body, onChange }: { readonly run: DryRun } & TryItProps) {
  const { nameOf } = usePlaces()
  const result = run.result
  if (result === null) return null
  const detail: Readonly<Record<string, unknown>> = detailIn(result)
  const response = Object(detail['response']) as object
  const plain = run.status === 'FAILED' && !hasStatus(response) ? withoutTls(textAt(body, 'request.url')) : null
  const kept = listAt(body, 'request.assertions')
  const assert = (assertions: readonly unknown[]): void => onChange(withValue(body, 'request.assertions', assertions))
  const suggest = (): void => assert([...kept, ...besides(kept, suggestAssertions(response, result.responseTime))])
  return (
    <>
      <div className="padx pb">
        <StatusLine as="p">
          <Glyph state={states[run.status] ?? 'UNKNOWN'} />
          {words.tried[run.status]}{' '}
          <span className="mute">{words.triedIn(nameOf(run.runLocation), formatMs(result.responseTime))}</span>
        </StatusLine>
        {result.error && <p className="mt4">{reasonText(result.error)}</p>}
        {plain !== null && (
          <Button size="small" className="mt8" onClick={() => onChange(withValue(body, 'request.url', plain))}>
            {words.usePlain(plain)}
          </Button>
        )}
        {hasStatus(response) && (
          <Button size="small" className="mt8" onClick={suggest}>
            {words.suggest}
          </Button>
        )}
      </div>
      {hasScript(type) && (
        <Suspense fallback={null}>
          <TriedScript key={run.id} run={run} detail={detail} />
        </Suspense>
      )}
      <Assertions detail={detail} />
      {hasStatus(response) && (
        <Suspense fallback={null}>
          <Answer
            response={response}
            responseTime={result.responseTime}
            sources={formOf(type).sources}
            assertions={kept}
            onToggle={(assertion) => assert(toggled(kept, assertion))}
          />
        </Suspense>
      )}
      <Timing detail={detail} lastGood={null} />
      <RunLog detail={detail} />
    </>
  )
}

function detailIn(result: object): Readonly<Record<string, unknown>> {
  const found = Object.entries(result).find(([name, value]) => name.endsWith('Result') && value !== null)
  return { ...Object(found?.[1]) }
}
