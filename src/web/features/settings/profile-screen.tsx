import { useState } from 'react'
import type { FormEvent } from 'react'
import { chooseLanguage, chosenLanguage, languages } from '../../language.ts'
import { ProviderButton } from '../../session/provider-button.tsx'
import { useSession } from '../../session/session.tsx'
import { useSignInOptions } from '../../session/use-sign-in-options.ts'
import { lateTexts } from '../../strings/late.ts'
import { browserName } from '../../ui/browser-name.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Address } from './address.tsx'
import { useBrowserSessions, useEndBrowserSession, useSetPassword } from './api.ts'
import { Passkeys } from './passkeys.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import styles from './profile-screen.module.css'

const words = lateTexts.setup.settings

/** The person: language, password, and browsers in which they are signed in. */
export function ProfileScreen() {
  const { user } = useSession()
  return (
    <SettingsFrame title={words.title}>
      <section className={`pane pad stack ${styles.fields}`} aria-label={words.profile}>
        <h2>{user.name}</h2>
        <Language />
      </section>
      <Address hasPassword={user.hasPassword} />
      <Password hasPassword={user.hasPassword} />
      <Provider />
      <Passkeys hasPassword={user.hasPassword} />
      <Sessions />
    </SettingsFrame>
  )
}

function Language() {
  const options = [
    { value: 'auto' as const, label: words.languages.auto },
    ...languages.map((value) => ({ value, label: words.languages[value] })),
  ]
  return (
    <SelectField
      label={words.language}
      value={chosenLanguage() ?? 'auto'}
      options={options}
      onChange={(value) => chooseLanguage(value === 'auto' ? null : value)}
    />
  )
}

function Password({ hasPassword }: { readonly hasPassword: boolean }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useSetPassword()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(
      { body: { password, ...(hasPassword && { currentPassword: current }) } },
      {
        onSuccess: () => {
          setCurrent('')
          setPassword('')
          toast({ text: words.passwordSet })
        },
      },
    )
  }
  return (
    <form className={`pane pad stack ${styles.fields}`} onSubmit={submit} aria-label={words.password}>
      <h2>{words.password}</h2>
      {hasPassword && <PasswordField label={words.currentPassword} value={current} onChange={setCurrent} />}
      <PasswordField
        label={words.newPassword}
        value={password}
        onChange={setPassword}
        error={change.error?.fields['password']}
        isNew
      />
      <ErrorNote error={change.error} />
      <div>
        <Button type="submit" isBusy={change.isPending}>
          {words.setPassword}
        </Button>
      </div>
    </form>
  )
}

/** The identity provider of the operator, with which anyone who is signed in links themselves. */
function Provider() {
  const { provider } = useSignInOptions()
  if (provider === null) return null
  const { name } = provider
  return (
    <section className={`pane pad stack ${styles.fields}`} aria-label={lateTexts.address.providerTitle(name)}>
      <h2>{lateTexts.address.providerTitle(name)}</h2>
      <p className="dim">{lateTexts.address.providerText}</p>
      <ProviderButton name={name} next="/settings" />
    </section>
  )
}

function Sessions() {
  const list = useBrowserSessions()
  const end = useEndBrowserSession()
  return (
    <section className="pane pad stack" aria-label={words.sessions}>
      <h2>{words.sessions}</h2>
      <Loaded query={list} rows={2}>
        {(sessions) =>
          sessions.map(({ id, userAgent, address, lastUsedAt, isCurrent }) => (
            <div key={id} className="row wrap">
              <span className="grow trunc" title={userAgent}>
                {browserName(userAgent)}
              </span>
              <span className="mute small">
                {address}, {isCurrent ? words.thisBrowser : <Ago at={lastUsedAt} />}
              </span>
              {!isCurrent && (
                <Button size="small" onClick={() => end.mutate({ params: { id } })}>
                  {words.signOut}
                </Button>
              )}
            </div>
          ))
        }
      </Loaded>
    </section>
  )
}
