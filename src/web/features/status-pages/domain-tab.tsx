import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { textAt } from '../../ui/form/body.ts'
import { Note } from '../../ui/note.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { useRecheck, useVerification } from './api.ts'
import type { PageSummary } from './api.ts'
import { Setting } from './content-tab.tsx'
import type { Answer } from '../../api/operations.ts'
import { PageCopies } from './page-copies.tsx'
import { DomainState } from './page-state.tsx'
import styles from './status-pages.module.css'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.domain
type Verification = Answer<'getDomainVerificationV3'>

interface DomainTabProps {
  readonly edited: EditedPage
  readonly summary: PageSummary
}

/** The domain of a page, the records that it needs, and whether they are there. */
export function DomainTab({ edited, summary }: DomainTabProps) {
  const typed = textAt(edited.draft.settings, 'customDomain')
  const isSaved = typed === (summary.customDomain ?? '')
  return (
    <>
      <section className="pad stack gap12" aria-label={words.title}>
        <Setting
          edited={edited}
          name="customDomain"
          label={words.title}
          hint={words.hint}
          placeholder="status.example.com"
          maxLength={254}
          isMono
        />
        {typed !== '' && !isSaved && <Note>{words.saveFirst}</Note>}
      </section>
      {typed !== '' &&
        isSaved &&
        (summary.version === 3 ? <Verified id={summary.id} /> : <Unverified domain={typed} />)}
      <PageCopies copies={summary.copies} />
    </>
  )
}

/** Nobody proves the domain of a page of the older version. */
const Unverified = ({ domain }: { readonly domain: string }) => (
  <section className="pad pane stack gap12" aria-label={words.steps}>
    <h2>{words.steps}</h2>
    <RecordBox type="CNAME" name={domain} value={new URL(document.baseURI).hostname} />
    <p className="dim">{words.proxy}</p>
  </section>
)

function Verified({ id }: { readonly id: string }) {
  const known = useVerification(id, false)
  const query = useVerification(id, known.data?.status === 'pending')
  return <Loaded query={query}>{(verification) => <Steps id={id} verification={verification} />}</Loaded>
}

function Steps({ id, verification }: { readonly id: string; readonly verification: Verification }) {
  const { ownershipVerification: proof, found, CNAME, domain, status, checkedAt } = verification
  const recheck = useRecheck()
  const mayRecheck = useMay('recheckDomainV3')
  const isProven = found.txt.includes(proof.value)
  const leads = found.cname.map((name) => name.replace(/\.$/, '').toLowerCase()).includes(CNAME.toLowerCase())
  return (
    <section className="pad pane stack gap12" aria-label={words.steps}>
      <div className="row wrap">
        <h2>{words.steps}</h2>
        <span role="status">
          <DomainState status={status} />
        </span>
        <span className="end row mute small">
          {checkedAt !== null && (
            <>
              {words.checked} <Ago at={checkedAt} />
            </>
          )}
          {mayRecheck && (
            <Button
              size="small"
              isBusy={recheck.isPending}
              onClick={() => recheck.mutate({ params: { statusPageId: id } })}
            >
              {words.recheck}
            </Button>
          )}
        </span>
      </div>
      <ErrorNote error={recheck.error} />
      <p className="dim">{words.statusTexts[status]}</p>
      <ol className="stack gap16">
        <li className="stack">
          <Outcome isDone={isProven} isChecked={checkedAt !== null} found={found.txt} text={words.proofText} />
          <RecordBox type="TXT" name={proof.name} value={proof.value} />
        </li>
        <li className="stack">
          <Outcome isDone={leads} isChecked={checkedAt !== null} found={found.cname} text={words.cnameText} />
          <RecordBox type="CNAME" name={domain} value={CNAME} />
          <p className="small mute">{words.addresses}</p>
        </li>
        <li>
          <p className="dim">{words.proxy}</p>
        </li>
      </ol>
    </section>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly isDone: boolean
  readonly isChecked: boolean
  readonly found: readonly string[]
}

/** A step, and what the last check found of it. */
const Outcome = ({ text, isDone, isChecked, found }: OutcomeProps) => (
  <p className="row">
    {isChecked && <Glyph state={isDone ? 'PASSING' : 'DEGRADED'} />}
    <span>{text}</span>
    {isChecked && (
      <span className={isDone ? 'pass small' : 'deg small anywhere'}>
        {isDone ? words.found : found.length === 0 ? words.missing : words.foundOther(found.join(', '))}
      </span>
    )}
  </p>
)

interface RecordProps {
  readonly type: string
  readonly name: string
  readonly value: string
}

/** A record to create at a DNS provider. */
const RecordBox = ({ type, name, value }: RecordProps) => (
  <dl className={styles.record}>
    <dt>{words.type}</dt>
    <dd className="mono">{type}</dd>
    {[
      [words.name, name],
      [words.value, value],
    ].map(([label = '', text = '']) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="row">
          <code className="anywhere grow">{text}</code>
          <CopyButton text={text} label={`${texts.common.copy}`} />
        </dd>
      </div>
    ))}
  </dl>
)
