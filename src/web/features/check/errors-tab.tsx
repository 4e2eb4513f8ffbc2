import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { TextWithTimes } from '../../results/text-with-times.tsx'
import { useArchive, useErrorGroups } from './api.ts'
import { KeyValues } from '../../ui/key-values.tsx'

const words = lateTexts.check

/** The distinct errors of the check with their analyses. */
export function ErrorsTab({ checkId }: { readonly checkId: string }) {
  const groups = useErrorGroups(checkId)
  const mayArchive = useMay('updateErrorGroup')
  const archive = useArchive()
  return (
    <Loaded query={groups}>
      {({ items }) => {
        const open = items.filter(({ archivedUntilNextEvent }) => !archivedUntilNextEvent)
        if (open.length === 0) return <Empty title={words.noErrors}>{words.noErrorsText}</Empty>
        return (
          <ul>
            {open.map(({ id, rawErrorMessage, cleanedErrorMessage, rootCauseAnalyses, ...seen }) => {
              const { occurrences, firstSeen, lastSeen } = seen
              const analysis = rootCauseAnalyses?.[0]?.analysis
              return (
                <li key={id} className="pane pad">
                  <p className="mono anywhere">
                    <Link className="quiet" to="/errors/$id" params={{ id }}>
                      {rawErrorMessage ?? cleanedErrorMessage}
                    </Link>
                  </p>
                  <p className="small mute mt4">
                    {words.occurred(occurrences)}, {words.firstSeen} <Ago at={firstSeen} />, {words.lastSeen}{' '}
                    <Ago at={lastSeen} />
                  </p>
                  {analysis && (
                    <KeyValues className="mt8">
                      <dt>{words.analysis}</dt>
                      <dd>
                        <TextWithTimes text={reasonText(analysis.rootCause)} />
                      </dd>
                      <dt>{words.impact}</dt>
                      <dd>
                        <TextWithTimes text={reasonText(analysis.userImpact)} />
                      </dd>
                    </KeyValues>
                  )}
                  {mayArchive && (
                    <Button size="small" className="mt8" onClick={() => archive(id)}>
                      {words.archive}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }}
    </Loaded>
  )
}
