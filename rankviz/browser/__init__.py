"""The page's JavaScript, by feature, and which modules and style sheets a part has."""
