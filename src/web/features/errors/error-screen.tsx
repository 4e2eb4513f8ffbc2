import { Link, useParams } from '@tanstack/react-router'
import { AnalyseButton, Explained } from '../../results/explained.tsx'
import { useMay } from '../../session/session.tsx'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { undoLastChange } from '../../check-list/last-bulk-change.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { Ago } from '../../ui/time.tsx'
import { useError, useErrorChange } from './api.ts'
import type { ErrorDetail } from './api.ts'
import { ErrorFacts } from './error-facts.tsx'
import { LatestResults } from './latest-results.tsx'
import styles from './errors.module.css'
import { StateButtons } from './state-buttons.tsx'

const words = lateTexts.errors
const analysis = lateTexts.result.analysis

/** One error: what it says, why, since when, where, and how often. */
export function ErrorScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage query={useError(id)} title={words.one} list={{ to: '/errors', title: words.title }}>
      {(error) => <LoadedError error={error} />}
    </LoadedPage>
  )
}

function LoadedError({ error }: { readonly error: ErrorDetail }) {
  const change = useErrorChange()
  const mayChange = useMay('changeErrors')
  useScreenKeys(mayChange ? { e: () => void change([error.id], 'UNTIL_NEXT'), z: undoLastChange } : {})
  return (
    <Page
      title={error.checkName ?? words.ofSessions}
      crumbs={
        <>
          <Link to="/errors" {...(error.kind === 'TEST_SESSION' && { search: { of: 'TEST_SESSION' } })}>
            {words.title}
          </Link>{' '}
          /
        </>
      }
      actions={<StateButtons errors={[error]} />}
    >
      <StateBand
        role="status"
        state={error.state === 'OPEN' ? 'FAILING' : 'PAUSED'}
        sentence={words.seen(error.occurrences)}
      >
        <span>
          {words.earliest} <Ago at={error.firstSeen} />, {words.latest} <Ago at={error.lastSeen} />
          {error.state !== 'OPEN' && <> ({words.states[error.state]})</>}
        </span>
      </StateBand>
      <p className="mono multiline pad">{reasonText(error.message)}</p>
      <div className={`cols ${styles.facts}`}>
        <div>
          <Analysis error={error} />
          <LatestResults error={error} />
        </div>
        <ErrorFacts error={error} />
      </div>
    </Page>
  )
}

function Analysis({ error: { id, kind, rootCauseAnalyses } }: { readonly error: ErrorDetail }) {
  const mayAsk = useMay(kind === 'CHECK' ? 'requestAnalysis' : 'requestTestSessionAnalysis')
  const [latest] = rootCauseAnalyses
  return (
    <section className="pane pad stack" aria-label={analysis.title}>
      <h2>{analysis.title}</h2>
      {latest ? <Explained listed={latest} /> : <p className="dim">{words.noAnalysis}</p>}
      {mayAsk && <AnalyseButton errorGroupId={id} kind={kind} label={latest ? analysis.again : analysis.ask} />}
    </section>
  )
}
