import { Suspense, useState } from 'react'
import { forgetDrafts } from '../session/drafts.ts'
import { useSignedIn } from '../session/api.ts'
import { chooseAccount, useSession } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { Button } from '../ui/button.tsx'
import { lazyOptional } from '../ui/lazy-optional.ts'
import type { MenuChoice } from '../ui/menu.tsx'
import { signOut } from './api.ts'
import { Logo } from './logo.tsx'
import styles from './brand.module.css'

const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu
const AccountMenu = lazyOptional(loadAccountMenu)
const NewAccount = lazyOptional(async () => (await import('./new-account.tsx')).NewAccount)

/** The name of the service, and the account with its menu, whose code is loaded when it is first opened. */
export function Brand() {
  const { account, accounts, user, may } = useSession()
  const mayCreateAccounts = useSignedIn().data?.mayCreateAccounts === true
  const [isCreating, setCreating] = useState(false)
  const [hasMenu, addMenu] = useState(false)
  const leave = (): void => {
    forgetDrafts()
    void signOut().finally(() => location.assign(new URL('sign-in', document.baseURI)))
  }
  const choiceOf = ({ id, name, role }: (typeof accounts)[number]): MenuChoice => ({
    label: name,
    detail: texts.common.roles[role],
    isChosen: id === account.id,
    onSelect: () => id === account.id || chooseAccount(id),
    key: id,
  })
  const opening = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadAccountMenu().catch(() => null),
    // While the service cannot be reached the button stays, to be tried again.
    onClick: () =>
      void loadAccountMenu().then(
        () => addMenu(true),
        () => null,
      ),
  } as const
  const button = (
    <Button
      kind="ghost"
      size="small"
      className={`trunc ${styles.account}`}
      title={texts.shell.you(user.name || user.email)}
      {...(!hasMenu && opening)}
    >
      <span className={`trunc ${styles.accountName}`}>{account.name}</span>
    </Button>
  )
  return (
    <div className={styles.brand}>
      <Logo />
      Belfry
      {hasMenu ? (
        <Suspense fallback={button}>
          <AccountMenu
            trigger={button}
            actions={[
              ...(accounts.length > 1 ? [...accounts.map(choiceOf), 'line' as const] : []),
              ...(mayCreateAccounts && may('createAccount')
                ? [{ label: texts.shell.newAccount, onSelect: () => setCreating(true) }]
                : []),
              { label: texts.shell.signOut, onSelect: leave },
            ]}
          />
        </Suspense>
      ) : (
        button
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <NewAccount onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  )
}
