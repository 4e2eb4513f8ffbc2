import { checks } from './checks.ts'
import { commonWords as common } from './common-words.ts'
import { home } from './home.ts'
import { palette } from './palette.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts = { checks, common, home, palette, shell, signIn }
export type Texts = typeof texts
