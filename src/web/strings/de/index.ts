import type { Texts } from '../en/index.ts'
import { alerts } from './alerts.ts'
import { checks } from './checks.ts'
import { commonWords as common } from './common-words.ts'
import { home } from './home.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts: Texts = {
  alerts,
  checks,
  common,
  home,
  shell,
  signIn,
}
