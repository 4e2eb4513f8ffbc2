import { useState } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, ErrorNote, Loading } from '../../../ui/states.tsx'
import { useKeepStates, usePlanImport, useStartImport } from './api.ts'
import type { ImportBody, ImportPlan, ImportSource, ReadImport } from './api.ts'
import { ChooseChecks } from './choose-checks.tsx'
import { statesIn } from './comparison.ts'
import { changesAnything, PlanPane } from './plan-pane.tsx'
import { ReportPane } from './report-pane.tsx'

const words = lateTexts.imports

interface ReviewProps {
  readonly source: ImportSource
  readonly read: ReadImport
  /** The plan of everything that was read. */
  readonly whole: ReturnType<typeof usePlanImport>
  readonly onImported: () => void
}

const kinds = Object.keys(words.counts) as readonly (keyof typeof words.counts)[]

/** The report of the files, the checks to import, and the changes. */
export function Review({ source, read, whole, onImported }: ReviewProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { resources, variables, counts, report } = read
  if (resources.length === 0)
    return (
      <>
        <Empty title={words.nothing}>{words.nothingText}</Empty>
        <ReportPane counts={counts} report={report} />
      </>
    )
  const summary = kinds.flatMap((section) => {
    const count = resources.filter((one) => one.section === section).length
    return count === 0 ? [] : [words.counts[section](count)]
  })
  const body = {
    resources: resources.filter(({ section, logicalId }) => section !== 'checks' || !left.has(logicalId)),
    variables,
  }
  return (
    <>
      <p className="pad">
        <b>{source.title}</b>: {summary.join(', ')}
      </p>
      <ReportPane counts={counts} report={report} />
      <ChooseChecks checks={resources.filter(({ section }) => section === 'checks')} left={left} onLeft={setLeft} />
      <Changes
        key={[...left].join(' ')}
        source={source}
        read={read}
        whole={whole}
        body={body}
        onImported={onImported}
      />
    </>
  )
}

interface ChangesProps extends ReviewProps {
  readonly body: ImportBody
}

/** The plan of what is chosen, and its import. That of a part is made when somebody asks for it. */
function Changes({ source, read, whole, body, onImported }: ChangesProps) {
  const part = usePlanImport()
  const isWhole = body.resources.length === read.resources.length
  const { data: plan, error, isPending } = isWhole ? whole : part
  const show = (): void => (isWhole ? whole : part).mutate({ source: source.name, body })
  return (
    <section className="pane" aria-label={words.plan}>
      <div className="pane-h">
        <h2>{words.plan}</h2>
        <span className="mute">{words.planHint}</span>
      </div>
      <div className="padx">
        <ErrorNote error={error} />
      </div>
      {isPending && <Loading rows={3} />}
      {plan && <PlanPane plan={plan} read={read} />}
      {plan ? (
        <Import source={source.name} body={body} plan={plan} onImported={onImported} />
      ) : (
        !isPending && (
          <div className="pad">
            <Button onClick={show}>{words.showPlan}</Button>
          </div>
        )
      )}
    </section>
  )
}

interface ImportProps {
  readonly source: string
  readonly body: ImportBody
  readonly plan: ImportPlan
  readonly onImported: ReviewProps['onImported']
}

/** Imports what the plan shows; where it changes nothing, goes on with what is there and the states of the files. */
function Import({ source, body, plan, onImported }: ImportProps) {
  const [percent, setPercent] = useState(0)
  const { mutate, isPending, error } = useStartImport()
  const keep = useKeepStates()
  const start = (): void => {
    if (!changesAnything(plan))
      return keep.mutate({ params: { source }, body: { states: statesIn(body) } }, { onSuccess: onImported })
    mutate({ source, body, planToken: plan.planToken, onProgress: setPercent }, { onSuccess: onImported })
  }
  return (
    <div className="pad stack gap12">
      <ErrorNote error={error ?? keep.error} />
      <div className="row">
        <Button kind="primary" isBusy={isPending || keep.isPending} onClick={start}>
          {changesAnything(plan) ? words.start : words.compare}
        </Button>
        {isPending && (
          <span className="mute" role="status">
            {words.importing(percent)}
          </span>
        )}
      </div>
    </div>
  )
}
