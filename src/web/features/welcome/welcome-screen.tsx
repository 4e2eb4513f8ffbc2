import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from '@tanstack/react-router'
import { looksLikeCurl } from '../../curl/parse-curl.ts'
import { readCurl, takeCurl } from '../../curl/paste-curl.tsx'
import type { CurlRequest } from '../../curl/request-of.ts'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorNote } from '../../ui/states.tsx'
import { useTestRun } from './api.ts'
import { FirstRun } from './first-run.tsx'
import { checkOf, SetUp } from './set-up.tsx'
import type { Started } from './set-up.tsx'
import { ComingFrom } from './coming-from.tsx'
import { OfferPlain, Tried } from './tried.tsx'
import styles from './welcome-screen.module.css'

const words = lateTexts.welcome

/** The address of a web page; `https://` is added to one that is written without. Null: it is none. */
function urlOf(text: string): string | null {
  const trimmed = text.trim()
  const full = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.parse(full)
  return url !== null && url.hostname !== '' && !/\s/.test(trimmed) && trimmed !== '' ? full : null
}

/** From a URL to a running check with an alert channel: the address is tried before anything is saved. */
export function WelcomeScreen() {
  const mayCreate = useMay('createUrlCheck')
  const [started, setStarted] = useState<Started | null>(null)
  return (
    <Page title={words.title}>
      <div className={styles.page}>
        {!mayCreate && <Empty title={words.title}>{words.notAllowed}</Empty>}
        {mayCreate && started === null && <AddressForm onStarted={setStarted} />}
        {started !== null && <FirstRun started={started} onAnother={() => setStarted(null)} />}
      </div>
    </Page>
  )
}

function AddressForm({ onStarted }: { readonly onStarted: (started: Started) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const trial = useTestRun()
  const [triedUrl, setTriedUrl] = useState<string | null>(null)
  const [pasted, setPasted] = useState<CurlRequest | null>(null)
  // Another address is another request.
  const request = pasted?.url === text.trim() ? pasted : null
  const take = (given: CurlRequest): void => {
    setProblem(null)
    setText(given.url)
    setPasted(given)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (looksLikeCurl(text)) {
      const read = readCurl(text)
      return 'problem' in read ? setProblem(read.problem) : take(read)
    }
    const url = request?.url ?? urlOf(text)
    setProblem(url === null ? words.notUrl : null)
    if (url !== null) tryOut(url)
  }
  const tryOut = (url: string): void => {
    setText(url)
    setTriedUrl(url)
    trial.mutate({ query: { maxWaitSeconds: 20 }, body: { check: { ...checkOf(url, request), name: url } } })
  }
  const isShown = triedUrl !== null && triedUrl === text.trim()
  return (
    <>
      <h2 className={styles.question}>{words.question}</h2>
      <p className="dim mt4">{words.hint}</p>
      <form className={`mt16 ${styles.address}`} onSubmit={submit} noValidate>
        <TextField
          label={words.address}
          value={text}
          onChange={setText}
          error={problem}
          onPaste={takeCurl(take, setProblem)}
          placeholder="https://shop.example"
          autoComplete="url"
          type="url"
          isMono
          autoFocus
        />
        <Button kind={isShown ? 'plain' : 'primary'} size="large" type="submit" isBusy={trial.isPending}>
          {words.tryIt}
        </Button>
      </form>
      <div aria-live="polite" className="mt12">
        {request && (
          <p className="dim">{words.curl(request.method, request.headers.length, request.bodyType !== 'NONE')}</p>
        )}
        {trial.isPending && triedUrl && <p className="dim">{words.trying(triedUrl)}</p>}
        <ErrorNote error={trial.error} />
      </div>
      {isShown && trial.data && (
        <section className={styles.result} aria-label={words.tryIt}>
          <Tried run={trial.data} />
          <OfferPlain run={trial.data} url={triedUrl} onTry={tryOut} />
          <SetUp url={triedUrl} request={request} onStarted={onStarted} />
        </section>
      )}
      <p className="mute mt24">
        {words.later}{' '}
        <Link className="link" to="/checks/new">
          {words.editor}
        </Link>
        {', '}
        <a className="link" href={new URL('docs', document.baseURI).href}>
          {words.reference}
        </a>
        .
      </p>
      <ComingFrom />
    </>
  )
}
