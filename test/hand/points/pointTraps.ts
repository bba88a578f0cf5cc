import type { Trap } from '../traps.ts'

const web = (path: string) => `src/web/${path}`
const mode = (path: string) => web(`modes/segmentation3d/${path}`)

const TRAPS: readonly Omit<Trap, 'hand'>[] = [
  {
    trap: 'reflections below the road pull the ground down',
    file: 'src/model/fit/groundSurface.ts',
    text: 'const isGround = layers.z[node] >= lowest[cell] - PIT_M',
    becomes: 'const isGround = layers.z[node] >= lowest[cell] - 100',
  },
  {
    trap: 'after the key that splits, a tool that draws nothing stays active',
    file: mode('labelActions.ts'),
    text: 'editor.session.setTool(POINT_LASSO_TOOL.id)',
    becomes: 'void POINT_LASSO_TOOL',
  },
  {
    trap: 'classes from the tenth on have no key',
    file: mode('labelCommands.ts'),
    text: 'return place < 18 ?',
    becomes: 'return place < 0 ?',
  },
  {
    trap: 'the key deletes what was only drawn',
    file: mode('labelCommands.ts'),
    text: 'if (editor.isChosen) actions.remove()',
    becomes: 'if (editor.selected.size > 0) actions.remove()',
  },
  {
    trap: 'undo does not wait for the stroke that is under way',
    file: web('document/session.ts'),
    text: 'this.underWay.delays(() => this.undo()) || ',
    becomes: '',
  },
  {
    trap: 'a stroke for points without a label takes labels of others',
    file: web('tools/points/labelFilters.ts'),
    text: '(entry === null || !leavesLabels(filters, tool))',
    becomes: '(entry === null || tool !== "")',
  },
  {
    trap: 'a new instance takes the number of one that is there',
    file: mode('labelEditor.ts'),
    text: '    this.#selected = new Set(ids)\n    this.#isChosen',
    becomes: '    this.#selected = new Set([...ids, ...this.#selected].slice(0, 1))\n    this.#isChosen',
  },
  {
    trap: 'labels that are undone stay at the service',
    file: web('document/session.ts'),
    text: '    this.#autosave.add(step.edits)\n',
    becomes: '',
  },
]

export const POINT_TRAPS: readonly Trap[] = TRAPS.map((trap) => ({ ...trap, hand: 'points' }))
