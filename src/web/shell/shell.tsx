import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { BookOpen, Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { onAnnouncements } from '../api/announcements.ts'
import { reread } from '../api/change.ts'
import { changes } from '../api/changes.ts'
import type { Resource } from '../api/shown.ts'
import { LiveProvider, useConnection } from '../live/live.tsx'
import type { ConnectionState } from '../live/connection.ts'
import { useHealth } from '../live/use-health.ts'
import type { Health } from '../live/use-health.ts'
import { useLiveCounts } from '../live/use-live-counts.ts'
import { forgetDraftsOfOthers } from '../session/drafts.ts'
import { askSignedIn, useSignedIn } from '../session/api.ts'
import { SessionProvider, sessionOf, useMay, useSession } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { commandKey } from '../ui/command-key.ts'
import { lazyOptional } from '../ui/lazy-optional.ts'
import { formatNumber } from '../ui/format.ts'
import { setTitleBadge } from '../ui/page.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { Glyph } from '../ui/status.tsx'
import type { State } from '../ui/status.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ApiError } from '../api/api-error.ts'
import { Brand } from './brand.tsx'
import { navGroups } from './nav.tsx'
import { NavLink } from './nav-link.tsx'
import { onKeyHelp, onPalette, openPalette } from './palette-state.ts'
import { TabBar } from './tab-bar.tsx'
import { useKeys } from './use-keys.ts'
import { ThemeButton } from './theme.tsx'
import { after } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'
import styles from './shell.module.css'

const KeyHelp = lazyOptional(async () => (await import('./key-help.tsx')).KeyHelp)
const Palette = lazyOptional(async () => (await import('./palette.tsx')).Palette)

/** Everything behind the sign-in: anyone who is not signed in goes there, and returns afterwards. */
export function Shell() {
  const signedIn = useSignedIn()
  if (signedIn.error instanceof ApiError && signedIn.error.status === 401) return <ToSignIn />
  if (signedIn.error) return <ErrorState error={signedIn.error} onRetry={() => void signedIn.refetch()} />
  if (signedIn.data === undefined) return <Loading />
  const session = sessionOf(signedIn.data)
  if (session === null) return <ToSignIn />
  forgetDraftsOfOthers(session.user.id)
  return (
    <SessionProvider session={session}>
      <LiveProvider>
        <Announcements />
        <Frame />
      </LiveProvider>
    </SessionProvider>
  )
}

const gatherMs = 300

/** Names the account in the address, reads again what another tab has changed, and asks who is signed in when the session may have ended. */
function Announcements() {
  const { account, accounts } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const hasSeveral = accounts.length > 1
  // The address of the page gets what its links carry.
  useEffect(() => {
    if (hasSeveral) void navigate({ to: '.', search: true, hash: true, replace: true })
  }, [account.id, hasSeveral, navigate])
  useEffect(() => {
    let cancel: Cancel | undefined
    const changed = new Set<Resource>()
    const stop = onAnnouncements(account.id, {
      onChange: (by) => {
        // A tab that has been open since before an upgrade may name another operation.
        for (const resource of changes[by] ?? []) changed.add(resource)
        cancel ??= after(gatherMs, () => {
          cancel = undefined
          void reread(client, [...changed])
          changed.clear()
        })
      },
      onUnauthorized: () => askSignedIn(client),
    })
    return () => {
      cancel?.()
      stop()
    }
  }, [account.id, client])
  return null
}

/** Goes to the sign-in once, with the address that was asked for: the address changes while it is on its way. */
function ToSignIn() {
  const { href } = useLocation()
  const navigate = useNavigate()
  const asked = useRef(href)
  useEffect(() => {
    const { current } = asked
    void navigate({ to: '/sign-in', search: current === '/' ? {} : { next: current }, replace: true })
  }, [navigate])
  return <Loading />
}

function Frame() {
  const { pathname } = useLocation()
  const failing = useLiveCounts(pathname === '/')?.FAILING ?? 0
  useKeys()
  useEffect(() => setTitleBadge(failing > 0 ? texts.shell.failing(failing) : null), [failing])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main" onClick={skipToContent}>
        {texts.shell.skip}
      </a>
      <aside className={styles.side} aria-label={texts.shell.main}>
        <Side pathname={pathname} failing={failing} />
      </aside>
      <main className={styles.main} id="main" tabIndex={-1}>
        <LostBanner />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <TabBar pathname={pathname}>
        <Side pathname={pathname} failing={failing} />
      </TabBar>
      <Toasts />
      <OnDemand />
    </div>
  )
}

interface SideProps {
  readonly pathname: string
  readonly failing: number
}

/** Leads to every page: beside the page, or on phones behind "More". */
const Side = ({ pathname, failing }: SideProps) => (
  <>
    <Brand />
    <button type="button" className={styles.find} onClick={openPalette}>
      <Search className="ic s" aria-hidden="true" />
      {texts.shell.search}
      <kbd>{commandKey('K')}</kbd>
    </button>
    <nav className={styles.nav} aria-label={texts.shell.pages}>
      {navGroups.map(({ label, entries }) => (
        <div key={label ?? ''}>
          {label && <div className={styles.heading}>{label}</div>}
          {entries.map((entry) => (
            <NavLink key={entry.to} entry={entry} pathname={pathname}>
              {entry.to === '/checks' && failing > 0 && (
                <span className={styles.count}>
                  <Glyph state="FAILING" />
                  {formatNumber(failing)}
                </span>
              )}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
    <Pulse />
  </>
)

/** With the base of the page, the address of the link itself is another page. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The palette and the list of keys are loaded when they are first opened. */
function OnDemand() {
  const [hasPalette, addPalette] = useState(false)
  const [hasKeyHelp, addKeyHelp] = useState(false)
  useEffect(() => onPalette(() => addPalette(true)), [])
  useEffect(() => onKeyHelp(() => addKeyHelp(true)), [])
  return (
    <Suspense fallback={null}>
      {hasPalette && <Palette />}
      {hasKeyHelp && <KeyHelp />}
    </Suspense>
  )
}

/** Whether the service itself works, and whether what is shown follows it. */
function pulseOf(connection: ConnectionState, health: Health | null): readonly [State, string] {
  const { pulse } = texts.shell
  if (connection !== 'open') return connection === 'lost' ? ['FAILING', pulse.lost] : ['PENDING', pulse.unknown]
  return health === null ? ['UNKNOWN', pulse.unread] : [healthGlyphs[health], pulse[health]]
}

const healthGlyphs: Readonly<Record<Health, State>> = { ok: 'PASSING', degraded: 'DEGRADED', failing: 'FAILING' }

function Pulse() {
  const mayRead = useMay('getServiceHealth')
  const [glyph, words] = pulseOf(useConnection(), useHealth())
  return (
    <div className={styles.pulse}>
      <div className="row">
        <Glyph state={glyph} />
        <span>
          {mayRead ? (
            <Link className="quiet" to="/settings/health">
              <b>{words}</b>
            </Link>
          ) : (
            <b>{words}</b>
          )}
        </span>
        <ThemeButton />
      </div>
      <div className="row">
        <a className="quiet row" href={new URL('docs', document.baseURI).href}>
          <BookOpen className="ic s" aria-hidden="true" />
          {texts.shell.reference}
        </a>
      </div>
    </div>
  )
}

const LostBanner = () =>
  useConnection() === 'lost' ? (
    <div className={styles.banner} role="status">
      <Glyph state="UNKNOWN" />
      {texts.shell.lost}
    </div>
  ) : null
