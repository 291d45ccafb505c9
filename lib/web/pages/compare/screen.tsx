import { screenNames } from '../../words/frame.ts';

export function Screen() {
  return <h1>{screenNames.compare}</h1>;
}
