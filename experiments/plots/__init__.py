"""Charts for papers and slides: PDF, SVG and PNG with literal colours, at the width of a column or a page."""
