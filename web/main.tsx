// The order of the layers comes before all that is in them.
import './styles/index.css';
import './ui/controls.css';
import { render } from 'preact';
import { begin, me } from './app/session.ts';
import { showTheme } from './app/theme.ts';
import { recallRegion } from './messages/formats.ts';
import { App } from './pages/app.tsx';

showTheme();
recallRegion();
const root = document.getElementById('app');
if (root) render(<App />, root);
void begin().catch(() => {
  // The service is away: sign-in says so.
  me.value ??= null;
});
