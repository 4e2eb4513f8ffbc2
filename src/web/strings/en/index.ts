import { alerts } from './alerts.ts'
import { checks } from './checks.ts'
import { commonWords as common } from './common-words.ts'
import { home } from './home.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts = {
  alerts,
  checks,
  common,
  home,
  shell,
  signIn,
}
export type Texts = typeof texts
