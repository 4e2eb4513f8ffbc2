import type { ReactNode } from 'react'
import { StandalonePage } from '../../shell/standalone-page.tsx'
import { texts } from '../../strings/index.ts'
import styles from './sign-in.module.css'

const words = texts.signIn

/** The frame of each sign-in method. */
export const SignInFrame = ({ children }: { readonly children: ReactNode }) => (
  <StandalonePage title={words.title}>
    <h1>{words.title}</h1>
    <p className="dim mt4">{words.to(location.host)}</p>
    {children}
  </StandalonePage>
)

/** Between ways of signing in. */
export const Or = () => (
  <div className={`row mt24 ${styles.or}`} aria-hidden="true">
    <span className={styles.line} />
    <span className="mute small">{words.or}</span>
    <span className={styles.line} />
  </div>
)
