import './styles/index.css'
import { openPage } from './open-page.tsx'

const root = document.querySelector('#root')
if (root) openPage(root)
