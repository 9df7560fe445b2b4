// What the page finds in the browser besides the browser's own.

interface Window {
  Plotly: any;
  rankvizPlotly?: Promise<any>;
  rankvizTab?: true;
}
