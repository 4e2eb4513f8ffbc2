import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Logo } from '../../shell/logo.tsx'
import { texts } from '../../strings/index.ts'
import { setTitle } from '../../ui/page.tsx'

const words = texts.signIn

/** The frame of each sign-in method. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  useEffect(() => setTitle(words.title), [])
  return (
    <main className="signing" id="main">
      <div>
        <div className="row" style={{ marginBottom: 40 }}>
          <Logo size={24} />
          <b style={{ fontSize: 17 }}>Belfry</b>
        </div>
        <h1>{words.title}</h1>
        <p className="dim mt4">{words.to(location.host)}</p>
        {children}
      </div>
    </main>
  )
}

/** Between ways of signing in. */
export const Or = () => (
  <div className="row mt24" style={{ gap: 10 }} aria-hidden="true">
    <span className="rule" />
    <span className="mute small">{words.or}</span>
    <span className="rule" />
  </div>
)
