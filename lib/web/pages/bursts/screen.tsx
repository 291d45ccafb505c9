import { screenNames } from '../../words/frame.ts';

export function Screen() {
  return <h1>{screenNames.bursts}</h1>;
}
