/**
 * The modules that most screens use. The bundler imports this file in every screen, so all of them end in one
 * file, which a browser loads with the first screen. Large libraries must not be here.
 */
import '../report/units.ts';
import './addresses/ids.ts';
import './addresses/instants.ts';
import './addresses/router.ts';
import './data/api.ts';
import './data/cache.ts';
import './data/changes.ts';
import './data/preferences.ts';
import './data/server-version.ts';
import './data/sign-in/sign-in.ts';
import './data/lists/tests.ts';
import './data/own/schedule-list.ts';
import './components/announce.ts';
import './components/change-list/change-facts.ts';
import './components/moment.tsx';
import './components/loaded-part.tsx';
import './components/spark/spark.tsx';
import './components/state-mark.tsx';
import './shell/leave.ts';
import './shell/look.ts';
import './words/changes.ts';
import './words/times.ts';
