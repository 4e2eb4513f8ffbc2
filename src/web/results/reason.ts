export { detailOfResult as detailOf, reasonOfResult as reasonOf } from '#contract'
